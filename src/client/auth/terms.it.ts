import type { TermsContact } from '../../domain/auth/termsContact.ts';

/** A text is a paragraph, a list of texts a bulleted list. */
type Content = readonly (string | readonly string[])[];

export interface TermsSection {
  title: string;
  content: Content;
}

export interface TermsPart {
  id: string;
  title: string;
  sections: readonly TermsSection[];
}

/** Stand where the page says what is set at this installation: who decides about the data, whom to write to. */
export const controllerMark = '[titolare]';
export const contactMark = '[contatto]';
export const retentionMark = '[conservazione]';

/** @param retention null while it is not known */
export function retentionText(retention: TermsContact['retention'] | null): string {
  const { daysMonths, auditYears } = retention ?? {};
  const days = daysMonths === undefined ? 'il termine scelto dal titolare' : `${daysMonths} mesi`;
  const acts =
    auditYears === undefined
      ? 'il termine scelto dal titolare'
      : auditYears === 1
        ? 'un anno'
        : `${auditYears} anni`;
  return `Le giornate del calendario, malattia compresa, si cancellano dopo ${days}; le voci del registro di chi ha fatto che cosa, che non contengono nomi, dopo ${acts}. Richieste, scambi conclusi, codici ed email restano finché hai l’account.`;
}

/** The day of this version of the texts. */
export const updatedOn = '1 agosto 2026';

const sectionsOf = (contents: Record<string, Content>): TermsSection[] =>
  Object.entries(contents).map(([title, content]) => ({ title, content }));

const terms: TermsPart = {
  id: 'termini',
  title: 'Termini di utilizzo',
  sections: sectionsOf({
    'Che cos’è Turnario': [
      'Turnario è l’agenda dei turni di chi lavora in un cantiere. Registri le tue giornate, pubblichi la richiesta di scambiare un turno, un collega la accetta, tu confermi, e i due calendari cambiano insieme.',
      'Turnario non è un rapporto di lavoro, non lo modifica e non sostituisce i documenti ufficiali del tuo datore di lavoro: contratto, ordini di servizio, rilevazione delle presenze, buste paga.',
    ],
    'Il tuo account': [
      'Può registrarsi chi lavora in uno dei cantieri elencati e ne ha ricevuto il codice di accesso o un invito. Codice e inviti sono riservati: non darli a chi non lavora con te.',
      'I dati che inserisci devono essere veri e tuoi. Un indirizzo email vale per un solo account. Tieni la password per te. Se temi che altri usino il tuo account, cambia password e avvisa chi amministra.',
      'La direzione (CEO) può disattivare un account, per esempio quando una persona lascia il cantiere o usa Turnario contro queste regole. Per assistenza può anche entrare nel tuo account: ogni modifica fatta così viene registrata a suo nome, e ricevi una notifica quando entra e quando esce.',
    ],
    'Gli scambi': [
      [
        'Una richiesta pubblicata è una proposta ai colleghi che possono accettarla. Finché non la confermi non ti impegna.',
        'Una pre-accettazione è la disponibilità di un collega. Si può annullare fino alla conferma.',
        'Con la conferma lo scambio è concluso: i turni passano dall’uno all’altro e parte un’email a te, al collega e al cantiere.',
        'Se un turno cambia o viene cancellato, le richieste che lo riguardano si chiudono e gli interessati vengono avvisati.',
      ],
      'Ogni scambio deve rispettare la legge, il contratto e le regole del tuo cantiere, per esempio su riposi e ore massime. Se da te serve l’approvazione di un responsabile, lo scambio vale solo con quella.',
    ],
    'Uso corretto': [
      'Non inserire turni che non hai, non usare i messaggi per offendere o per diffondere dati altrui, non cercare di leggere o cambiare ciò che non ti riguarda e non sovraccaricare il servizio con programmi automatici.',
    ],
    Modifiche: [
      'Questi termini possono cambiare. La data in alto dice da quando vale questa versione; quando cambia te lo segnaliamo con un avviso in Turnario.',
    ],
  }),
};

const privacy: TermsPart = {
  id: 'privacy',
  title: 'Informativa sulla privacy',
  sections: sectionsOf({
    'Chi tratta i tuoi dati': [
      controllerMark,
      'Questa informativa è resa ai sensi degli articoli 13 e 14 del Regolamento (UE) 2016/679 (GDPR).',
      contactMark,
    ],
    'Quali dati e perché': [
      [
        'Nome, cognome, email, cantiere, ruolo, ore di contratto e turni flessibili: servono a riconoscerti e a proporti solo scambi possibili.',
        'La password: ne conserviamo soltanto un’impronta, da cui non si può risalire alla password.',
        'Data e versione dei termini che hai accettato: servono a provarlo.',
        'Licenza taxi e numero di cellulare, solo nei cantieri taxi: servono a metterti d’accordo con il collega dopo uno scambio e compaiono nell’email dello scambio, che arriva anche al cantiere.',
        'Le tue giornate, con le note che scrivi: turni, smart working, riposi, ferie e malattia. Di una malattia si registra solo il giorno, mai la causa: non scriverla nelle note.',
        'Che cosa dice di te il tabellone del cantiere: i giorni in cui lavori, gli orari e come ti chiama il file. Di chi non ha ancora un account si conservano solo quel nome e i turni di lavoro, perché li trovi quando si registra.',
        'Richieste di scambio con i loro messaggi, risposte, scambi conclusi, notifiche.',
        'Le email spedite per uno scambio o per reimpostare la password: a chi, per che cosa, se e quando sono partite.',
        'I codici operativi che inserisci, con descrizione, esito e chi li ha valutati: servono al pagamento.',
        'I dispositivi collegati: tipo di browser, inizio e ultimo uso di ogni accesso; i browser da cui hai fatto accesso negli ultimi 180 giorni, come impronta; il giorno della tua ultima attività. L’ultima attività e i dispositivi non servono a controllare la prestazione lavorativa (art. 4, L. 300/1970).',
        'Un registro di chi ha fatto che cosa (scambi conclusi, codici valutati, accessi e modifiche della direzione): contiene codici interni e stati, non nomi né contatti.',
        'Nell’applicazione l’indirizzo di rete resta solo come impronta, per fermare chi prova le password; nei registri tecnici del server resta in chiaro fino a 14 giorni.',
      ],
      'Quasi tutti questi dati li dai tu. Da altri vengono: i permessi che ti dà la direzione e ciò che scrive quando entra nel tuo account, i turni che ricevi con uno scambio, il tabellone da chi lo carica per il cantiere, le risposte e i messaggi dei colleghi, l’esito dei tuoi codici da chi li valuta.',
      'Senza i dati della registrazione non è possibile usare Turnario. Nessuna decisione su di te è presa in modo automatico e nessun dato serve a fare pubblicità.',
    ],
    'Le basi giuridiche': [
      [
        'Account, calendario, scambi, notifiche ed email, licenza e cellulare: l’esecuzione del servizio che chiedi registrandoti (articolo 6, paragrafo 1, lettera b).',
        'Codici operativi: l’esecuzione del rapporto di lavoro o di collaborazione da cui nasce il pagamento (lettera b).',
        'Giorni di malattia: oltre alla lettera b, gli obblighi e i diritti in materia di lavoro (articolo 9, paragrafo 2, lettera b).',
        'Password, dispositivi, indirizzi di rete, registri tecnici e copie di sicurezza: l’interesse legittimo a un servizio sicuro (articolo 6, paragrafo 1, lettera f).',
        'Registro di chi ha fatto che cosa e prova dei termini accettati: l’interesse legittimo a ricostruire i fatti e a difendersi in giudizio (lettera f).',
        'Nome e turni di chi è sul tabellone e non ha ancora un account: l’interesse legittimo a organizzare i turni del cantiere (lettera f).',
        'Risposte alle tue richieste sui dati: un obbligo di legge (lettera c).',
      ],
    ],
    'Chi li vede': [
      [
        'I colleghi del tuo cantiere vedono le richieste di scambio che pubblichi, con il tuo nome, il turno offerto e il messaggio. Il motivo di un’assenza non lo vedono mai, salvo la settimana di ferie che pubblichi tu per scambiarla. Chi cerca un turno come uno che registri riceve un avviso con il tuo nome, il giorno e l’orario.',
        'Licenza e cellulare, nei cantieri taxi, li vedono chi ha concluso uno scambio con te e gli amministratori, nell’elenco delle persone.',
        'Le email di uno scambio concluso vanno alle due persone e all’indirizzo del cantiere.',
        'Chi ha il permesso di caricare i turni vede chi lavora e quando nel suo cantiere, anche come file; libero, ferie, malattia e giorni vuoti per lui sono uguali. Se il tabellone dice altro da un tuo libero, ferie o malattia, lo vedi solo tu.',
        'Chi ha l’indirizzo segreto del tuo calendario vede i tuoi turni, con note e assenze solo se lo hai scelto: per esempio Google o Apple, se lo dai a loro.',
        'Se attivi le notifiche su un dispositivo, il servizio del suo browser (di Google, Apple, Mozilla o Microsoft) sa che ti arriva qualcosa e quando, mai che cosa: il testo è cifrato.',
        'I codici operativi li vede anche chi ha il permesso di approvarli nel tuo cantiere.',
        'Gli amministratori vedono le persone e i turni di tutti i cantieri, con ferie e malattia e senza note; chi ha guardato i turni di chi resta nel registro.',
        'La direzione (CEO) vede anche i codici di tutti i cantieri e, delle email, destinatario e oggetto. Se serve può entrare nel tuo account, e lì vede anche note, ferie e malattia: ti viene notificato quando entra e quando esce, e le modifiche fatte nel frattempo restano nel registro.',
      ],
      'I dati non sono venduti. Possono trattarli, per conto del titolare e vincolati da un contratto, il fornitore che ospita il servizio e quello della casella da cui partono le email; se uno dei due ha sede fuori dall’Unione europea valgono le garanzie degli articoli 44 e seguenti del GDPR. Puoi chiedere al titolare copia delle garanzie.',
    ],
    'Per quanto tempo': [
      'Conserviamo i dati per 24 mesi dalla tua ultima attività. Dopo 24 mesi senza attività l’account viene reso anonimo in modo automatico, senza possibilità di tornare indietro: turni, note, notifiche e accessi si cancellano; di scambi conclusi e codici valutati resta agli altri la loro parte, con «Ex collega» al posto del tuo nome. Lo stesso accade subito se elimini tu l’account.',
      retentionMark,
      [
        'Quello che un tabellone dice dei tuoi giorni si cancella 31 giorni dopo l’ultimo, e così nome e turni di chi non ha ancora un account. Come ti chiama il file si ricorda finché hai l’account, al massimo per 400 giorni dall’ultimo tabellone con quel nome. Di un file da cui prendi la tua riga non resta niente: restano solo le giornate che inserisci.',
        'L’indirizzo segreto del calendario vale finché lo rinnovi o lo chiudi, o finché hai l’account; un turno tolto vi resta come annullato per 30 giorni.',
        'Un accesso dura 30 giorni se hai scelto «Ricordami», altrimenti 12 ore al massimo.',
        'Il link per reimpostare la password vale 30 minuti e una volta sola.',
        'Le impronte contro chi prova le password si cancellano entro due giorni.',
        'L’impronta di un browser si cancella dopo 180 giorni senza accessi da lì.',
        'Le copie di sicurezza si conservano al massimo 30 giorni, i registri tecnici 14.',
      ],
    ],
    'I tuoi diritti': [
      'Nel tuo profilo puoi correggere i tuoi dati, scaricarne una copia, vedere i dispositivi collegati ed eliminare l’account, senza chiedere a nessuno.',
      'Per tutto il resto puoi chiedere al titolare di accedere ai dati, rettificarli, cancellarli, limitarne l’uso, riceverne una copia o opporti al trattamento (articoli da 15 a 22 del GDPR). Ti rispondiamo entro un mese. Puoi anche presentare un reclamo al Garante per la protezione dei dati personali, garanteprivacy.it.',
    ],
    'Cookie e memoria del dispositivo': [
      'Turnario usa due cookie, tecnici: uno tiene aperta la sessione, l’altro ricorda per 180 giorni che da questo dispositivo hai già fatto accesso, così chi sbaglia la tua password altrove non ti lascia fuori. Non ci sono cookie di profilazione né servizi di terzi, e per questo non trovi un banner.',
      [
        'Sul dispositivo restano le pagine dell’applicazione, che così si aprono anche senza rete, con la loro versione, la scelta tra aspetto chiaro e scuro e il fatto che qualcuno è collegato.',
        'Se hai scelto «Ricordami» restano anche il tuo calendario, com’era l’ultima volta, per leggerlo senza rete, e come si leggono i file con la tua riga: sigle, righe e colonne. Tutto sparisce quando esci, quando l’accesso scade o quando entra un’altra persona.',
      ],
    ],
  }),
};

const liability: TermsPart = {
  id: 'responsabilita',
  title: 'Limiti di responsabilità',
  sections: sectionsOf({
    'Che cosa resta a te e al tuo cantiere': [
      'Turnario mette in contatto le persone e tiene il conto degli accordi. Se uno scambio è ammesso, se viene pagato e come viene registrato lo decidono il contratto e il datore di lavoro. Prima di presentarti a un turno scambiato controlla che risulti anche dove il tuo cantiere tiene i turni ufficiali.',
      'Ciascuno risponde della correttezza di ciò che inserisce. Un turno sbagliato o non aggiornato può far fallire uno scambio.',
    ],
    'Funzionamento del servizio': [
      'Lavoriamo perché Turnario sia sempre disponibile e i dati siano al sicuro, ma interruzioni, ritardi nelle notifiche o email non recapitate possono capitare. Nei limiti consentiti dalla legge non rispondiamo dei danni che ne derivano, salvo dolo o colpa grave; restano fermi i diritti che la legge non permette di limitare.',
    ],
    'Legge applicabile': [
      'Si applica la legge italiana. Per le controversie di lavoro valgono le regole del tuo rapporto di lavoro.',
    ],
  }),
};

export const termsParts: readonly TermsPart[] = [terms, privacy, liability];
