import { TextField } from '../ui/TextField.tsx';

export function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <search>
      <TextField
        label="Cerca una persona"
        hint="Nome, email o licenza: bastano le prime lettere."
        type="search"
        maxLength={120}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </search>
  );
}
