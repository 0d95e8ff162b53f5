interface RefusalProps {
  /** 'Non puoi accettarla.' */
  what: string;
  /** A whole sentence. */
  reason: string;
}

/** Stands where a button would, and says why there is none. */
export function Refusal({ what, reason }: RefusalProps) {
  return (
    <p className="rounded-md border border-line px-3 py-2 text-soft">
      <span className="font-medium">{what}</span> {reason}
    </p>
  );
}
