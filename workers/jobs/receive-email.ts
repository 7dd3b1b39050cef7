import { createServices } from "~/services.server";
import { observe } from "../observe";

/**
 * Email to the addresses that Email Routing sends to this Worker. A failure makes the sending server try again, because
 * nothing was accepted.
 */
export async function receiveEmail(message: ForwardableEmailMessage, env: Env, ctx: ExecutionContext): Promise<void> {
	await observe(env, null, async () => {
		const { emailIn } = createServices(env, (work) => ctx.waitUntil(work));
		const { from, to, raw, rawSize: size } = message;
		const received = await emailIn.receive({ from, to, raw, size });
		emailIn.log(received, size);
		if (received.state === "rejected") message.setReject(received.reason);
	});
}
