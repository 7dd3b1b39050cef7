/** Tells which discount someone has accepted below cost, so that another one is warned about again. */
export const discountMark = ({ kind, value }: { readonly kind?: unknown; readonly value?: unknown }): string =>
	`${kind} ${value}`;
