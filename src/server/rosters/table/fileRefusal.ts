import { TaskRefusal } from '../../platform/child/answerParent.ts';

/** What a file is refused for. */
export const fileRefusals = ['roster_file_unreadable', 'roster_file_too_large', 'roster_file_old'] as const;
type FileRefusal = (typeof fileRefusals)[number];

export const refuseFile = (code: FileRefusal): TaskRefusal => new TaskRefusal(code);
