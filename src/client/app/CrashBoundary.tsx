import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';

interface CrashBoundaryProps {
  children: ReactNode;
}

interface CrashBoundaryState {
  hasCrashed: boolean;
}

/** Catches what no page foresaw, such as a page's code that a new version has replaced on the server. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override readonly state: CrashBoundaryState = { hasCrashed: false };

  static getDerivedStateFromError(): CrashBoundaryState {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <div role="alert" className="flex max-w-96 flex-col items-center gap-4 text-center">
          <h1 className="text-title font-bold">Questa pagina si è fermata</h1>
          <p className="text-soft">Forse c’è una versione nuova di Turnario: ricarica e riprendi da qui.</p>
          <Button onClick={() => window.location.reload()}>Ricarica</Button>
        </div>
      </main>
    );
  }
}
