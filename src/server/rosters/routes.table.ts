import { mostFileBytes } from '../../domain/rosters/schema.table.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { TableReader } from './table/tableReader.ts';

/** The file in base64, and what stands around it. */
const bodyLimit = Math.ceil(mostFileBytes / 3) * 4 + 1024;

/** Makes a table of a file that holds the roster of a worksite, or somebody's own row. Nothing of it is kept. */
export function rosterTableRoutes(app: App): void {
  const reader = new TableReader();

  // whoever acts as somebody has files of their own
  addRoute(app, 'POST /api/rosters/table', { access: 'own-account', bodyLimit, limit: 'file' }, (request) =>
    reader.read(Buffer.from(request.body.file, 'base64')),
  );
}
