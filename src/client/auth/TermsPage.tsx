import { useQuery } from '@tanstack/react-query';
import { House } from 'lucide-react';
import { Link } from 'react-router';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { callQuery } from '../data/callQuery.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import {
  contactMark,
  controllerMark,
  retentionMark,
  retentionText,
  type TermsPart,
  termsParts,
  type TermsSection,
  updatedOn,
} from './terms.it.ts';

export default function TermsPage() {
  return (
    <main className="mx-auto w-full max-w-2xl px-5 pt-[max(1.5rem,env(safe-area-inset-top))] pb-16 md:pt-12">
      <Link to="/" aria-label="Turnario, pagina iniziale" className="mb-8 -ml-1 inline-flex rounded-md p-1">
        <Logo />
      </Link>
      <PageHeader title="Termini, privacy e responsabilità">
        Aggiornati al{' '}
        <time dateTime={termsVersion} className="normal-nums">
          {updatedOn}
        </time>
      </PageHeader>
      <nav aria-label="In questa pagina" className="mb-8 border-y border-line py-2">
        <ul>
          {termsParts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center font-medium text-accent hover:underline"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {termsParts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
      <LinkButton to="/" icon={House}>
        Torna alla home
      </LinkButton>
    </main>
  );
}

function Part({ part }: { part: TermsPart }) {
  return (
    <section id={part.id} className="mb-12 scroll-mt-6">
      <h2 className="mb-4 border-b-2 border-ink pb-2 text-title font-bold">{part.title}</h2>
      {part.sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </section>
  );
}

function Section({ section }: { section: TermsSection }) {
  return (
    <section className="mb-6 flex flex-col gap-2">
      <h3 className="text-lead font-semibold">{section.title}</h3>
      {section.content.map((block) =>
        block === controllerMark ? (
          <Controller key={block} />
        ) : block === contactMark ? (
          <Contact key={block} />
        ) : block === retentionMark ? (
          <Retention key={block} />
        ) : typeof block === 'string' ? (
          <p key={block}>{block}</p>
        ) : (
          <ul key={block.join()} className="flex list-disc flex-col gap-1 pl-5 marker:text-accent">
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

const contactQuery = callQuery(['terms-contact'], 'GET /api/terms-contact');

/** The data controller, or a general text if none is configured. */
function Controller() {
  const { controller = null, contact = null } = useQuery(contactQuery).data ?? {};
  if (controller === null)
    return <p>Titolare del trattamento è l’impresa o l’ente che offre Turnario nel tuo cantiere.</p>;
  const facts = [controller.name, controller.seat, contact].filter((fact) => fact !== null);
  return <p className="wrap-anywhere">Titolare del trattamento: {facts.join(', ')}.</p>;
}

function Retention() {
  return <p>{retentionText(useQuery(contactQuery).data?.retention ?? null)}</p>;
}

/** The privacy contact; while unknown, whom to ask in person. */
function Contact() {
  const contact = useQuery(contactQuery).data?.contact ?? null;
  return (
    <p>
      Per ogni domanda sui tuoi dati, e per i contatti del responsabile della protezione dei dati se nominato,{' '}
      {contact === null ? (
        'rivolgiti a chi ti ha dato il codice di accesso.'
      ) : (
        <>
          scrivi a{' '}
          <a href={`mailto:${contact}`} className="font-medium text-accent underline">
            {contact}
          </a>{' '}
          o rivolgiti a chi ti ha dato il codice di accesso.
        </>
      )}
    </p>
  );
}
