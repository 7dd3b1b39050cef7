/** A service refused a request because there were too many. It did nothing. */
export class RetryLater extends Error {
	override name = "RetryLater";
	constructor(
		message: string,
		/** How long to wait. */
		readonly afterMs: number,
	) {
		super(message);
	}
}
