/** `taxi`: made with the access code of the taxi setting, and so for good; it has named shifts and weekly swaps. */
export const worksiteVariants = ['standard', 'taxi'] as const;
export type WorksiteVariant = (typeof worksiteVariants)[number];
