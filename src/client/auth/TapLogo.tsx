import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Logo } from '../ui/Logo.tsx';

const tapsNeeded = 7;
const forgottenAfter = 60_000;

/** The logo of the login page: seven taps within a minute of the first lead to the CEO's panel. */
export function TapLogo() {
  const navigate = useNavigate();
  const [taps, setTaps] = useState(0);
  const isCounting = taps > 0;

  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(() => setTaps(0), forgottenAfter);
    return () => clearTimeout(timer);
  }, [isCounting]);

  const tap = () => {
    if (taps + 1 < tapsNeeded) {
      setTaps(taps + 1);
      return;
    }
    setTaps(0);
    void navigate('/ceo-admin');
  };

  return (
    <div className="relative">
      <button type="button" onClick={tap} className="-ml-1 flex rounded-md p-1 active:translate-y-px">
        <Logo isOnPanel />
      </button>
      <span role="status" className="absolute top-1/2 left-full ml-3 -translate-y-1/2 whitespace-nowrap">
        {isCounting ? (
          <span
            role="tooltip"
            className="tabular block rounded-sm bg-ink px-2 py-1 text-caption font-medium text-ground"
          >
            Cliccato {taps}/{tapsNeeded} volte
          </span>
        ) : null}
      </span>
    </div>
  );
}
