import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface RefusalDialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

export default function RefusalDialog({ title, children, onClose }: RefusalDialogProps) {
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={<Button onClick={onClose}>Ho Capito</Button>}>
      <div className="flex flex-col gap-2">{children}</div>
    </Dialog>
  );
}
