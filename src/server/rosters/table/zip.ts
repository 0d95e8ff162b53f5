import { crc32, inflateRawSync } from 'node:zlib';

/** What a file is refused for, by the code of its refusal. */
export class TableError extends Error {
  override name = 'TableError';
  readonly code: 'roster_file_unreadable' | 'roster_file_too_large' | 'roster_file_old';

  constructor(code: TableError['code']) {
    super(code);
    this.code = code;
  }
}

const mostEntries = 2_000;
/** Sizes that an archive tells of itself are not believed: unpacking stops when so much has come out of all of it. */
const mostUnpackedBytes = 24 * 1024 * 1024;

const unreadable = (): TableError => new TableError('roster_file_unreadable');

/** The entries of an archive that a predicate wants, unpacked. @throws TableError */
export function unpackZip(file: Buffer, wants: (name: string) => boolean): Map<string, Buffer> {
  const end = file.lastIndexOf('PK\x05\x06', file.length, 'latin1');
  if (end < 0 || end + 22 > file.length) throw unreadable();
  const count = file.readUInt16LE(end + 10);
  if (count > mostEntries) throw new TableError('roster_file_too_large');
  const entries = new Map<string, Buffer>();
  let left = mostUnpackedBytes;
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw unreadable();
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    if (wants(name)) {
      const content = unpackEntry(file, at, left);
      left -= content.length;
      entries.set(name, content);
    }
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function unpackEntry(file: Buffer, at: number, most: number): Buffer {
  const [method, size, start] = [
    file.readUInt16LE(at + 10),
    file.readUInt32LE(at + 20),
    file.readUInt32LE(at + 42),
  ];
  if (start + 30 > file.length || file.readUInt32LE(start) !== 0x04034b50) throw unreadable();
  const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  const packed = file.subarray(from, from + size);
  if (packed.length !== size || (method !== 0 && method !== 8)) throw unreadable();
  if (method === 0 && packed.length > most) throw new TableError('roster_file_too_large');
  if (method === 0) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new TableError('roster_file_too_large') : unreadable();
  }
}

/** The same entries as an archive without compression: a reader that unpacks again cannot be given anything else. */
export function packZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(10), place, nameBytes);
    offset += 30 + nameBytes.length + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.size, 8);
  end.writeUInt16LE(entries.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
