/** `taxi`: created with the access code of the taxi setting, permanently; has named shifts and weekly swaps. */
export const worksiteVariants = ['standard', 'taxi'] as const;
export type WorksiteVariant = (typeof worksiteVariants)[number];
