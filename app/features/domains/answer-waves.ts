/** Items that arrived at about the same time, and a promise for those that follow. */
export interface Wave<Item> {
	readonly items: readonly Item[];
	/** The number of items that may still arrive. */
	readonly left: number;
	/** Null in the last wave. */
	readonly next: Promise<Wave<Item>> | null;
}

/** Milliseconds to wait for more items. Rendering and sending a wave costs more than the items in it. */
const collectMs = 40;

/** Groups items by the time at which they arrive. `order` compares the items of a wave. */
export function createWaves<Item>(total: number, order: (a: Item, b: Item) => number) {
	let items: Item[] = [];
	let left = total;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let resolve: (wave: Wave<Item>) => void;
	const promise = () =>
		new Promise<Wave<Item>>((resolver) => {
			resolve = resolver;
		});
	const first = promise();

	function send(isLast: boolean): void {
		clearTimeout(timer);
		timer = undefined;
		const sendWave = resolve;
		const wave = { items: items.sort(order), left: isLast ? 0 : left, next: isLast ? null : promise() };
		items = [];
		sendWave(wave);
	}

	return {
		first,
		add(item: Item): void {
			left -= 1;
			items.push(item);
			timer ??= setTimeout(send, collectMs, false);
		},
		/** Counts an item that is not sent. */
		skip(): void {
			left -= 1;
		},
		/** Sends the collected items now. */
		flush(): void {
			if (items.length > 0) send(false);
		},
		end: () => send(true),
	};
}
