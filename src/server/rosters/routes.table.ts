import { refuse } from '../../domain/errors/refusal.ts';
import { mostFileBytes } from '../../domain/rosters/schema.table.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { TableReader } from './table/tableReader.ts';

/** The file in base64, and what stands around it. */
const bodyLimit = Math.ceil(mostFileBytes / 3) * 4 + 1024;

/** Makes a table of a file that is going to be loaded as a roster. Nothing of it is kept. */
export function rosterTableRoutes(app: App): void {
  const reader = new TableReader();

  // whoever acts as somebody has files of their own
  addRoute(app, 'POST /api/rosters/table', { access: 'own-account', bodyLimit }, (request) => {
    const { user } = requireSignedIn(request);
    if (!user.isCeo && !user.mayLoadShifts) throw new RefusalError(refuse('roster_not_loader'));
    return reader.read(Buffer.from(request.body.file, 'base64'));
  });
}
