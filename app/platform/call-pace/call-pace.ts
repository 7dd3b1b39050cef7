/** Makes a call when it is its turn. @throws NotNow if the service's budget is used up or it is down */
export type CallPace = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** The service may not be asked at the moment. */
export class NotNow extends Error {
	override name = "NotNow";
}

/** For services without a limit. */
export const withoutPace: CallPace = (call) => call();
