/** Severities as npm orders them. */
const severities = ['info', 'low', 'moderate', 'high', 'critical'];

export type AuditResult =
  | { kind: 'answered'; advisories: string[] }
  /** The registry has no such endpoint, or cannot be reached: nothing is known. */
  | { kind: 'unreachable'; reason: string };

interface Vulnerability {
  name: string;
  severity: string;
  range?: string;
  /** Advisories, or names of packages that are vulnerable themselves. */
  via?: (string | { title?: string; url?: string })[];
}

interface AuditReport {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, Vulnerability>;
  error?: { code?: unknown };
  message?: unknown;
}

/**
 * Reads what `npm audit --json` wrote. Whatever is neither a report nor npm's own word that it could not ask throws: an
 * audit that is misread must not look like a clean one.
 *
 * @param least severity that counts
 */
export function readAudit(text: string, least: 'high' | 'critical' | 'moderate'): AuditResult {
  const report = parse(text);
  if (report.auditReportVersion === 2 && isRecord(report.vulnerabilities)) {
    const found = Object.values(report.vulnerabilities);
    return { kind: 'answered', advisories: found.filter((one) => isAtLeast(one, least)).map(lineOf) };
  }
  // npm's word about a call that failed; a fault of ours, such as a missing lockfile, has an error with a code
  if (typeof report.message === 'string' && report.error?.code === undefined) {
    return { kind: 'unreachable', reason: report.message.trim() };
  }
  throw new Error(`npm audit wrote something unknown: ${text.slice(0, 200)}`);
}

function parse(text: string): AuditReport {
  const report: unknown = text.trim() === '' ? null : JSON.parse(text);
  if (!isRecord(report)) throw new Error('npm audit wrote no report');
  return report;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isAtLeast({ name, severity }: Vulnerability, least: string): boolean {
  const rank = severities.indexOf(severity);
  if (rank < 0) throw new Error(`npm audit gives ${name} the unknown severity ${severity}`);
  return rank >= severities.indexOf(least);
}

function lineOf({ name, severity, range = '', via = [] }: Vulnerability): string {
  const causes = via.map((cause) =>
    typeof cause === 'string' ? `through ${cause}` : `${cause.title ?? 'untitled'} ${cause.url ?? ''}`.trim(),
  );
  return `${severity}: ${name} ${range}: ${causes.join('; ')}`;
}
