/** `reserved`: for an order whose goods are not sent, paid or not. `returned`: the order does not need it any more. */
export type ReservationState = "reserved" | "sent" | "returned";

/** The hardware that has sold out, for the public pages. */
export interface SoldOut {
	readonly version: number;
	readonly productIds: ReadonlySet<string>;
}

/** As long as nothing was ever sold out. */
export const nothingSoldOut: SoldOut = { version: 1, productIds: new Set() };

/** The pieces of a hardware product, as the desk shows them. */
export interface ProductStock {
	readonly productId: string;
	/** Pieces that can be ordered. Below zero if orders have reserved more than there are. Null: not counted. */
	readonly free: number | null;
	/** Pieces for orders that are not sent yet. */
	readonly reserved: number;
	readonly lowAt: number | null;
	/** Null if staff never changed it. */
	readonly version: number | null;
}

export const notCounted = (productId: string): ProductStock => ({
	...{ productId, free: null, reserved: 0, lowAt: null, version: null },
});

/** Pieces in our hands, those for orders included. Null: not counted. */
export const onShelf = ({ free, reserved }: ProductStock): number | null => (free === null ? null : free + reserved);

export const isLow = ({ free, lowAt }: ProductStock): boolean => free !== null && lowAt !== null && free <= lowAt;
