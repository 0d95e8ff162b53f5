import { Link } from 'react-router';
import { Logo } from '../ui/Logo.tsx';

export const LogoLink = ({ to = '/', label = 'Turnario, pagina iniziale' }) => (
  <Link to={to} aria-label={label} className="-ml-1 flex rounded-md p-1">
    <Logo isOnPanel />
  </Link>
);
