import { median, quantile } from "./statistics.mjs";
import { newVisitor } from "./visitor.mjs";

const perSecond = 200;
const seconds = 5;

/** Times in ms of other visitors' pages while one client floods the sign-in, and how many attempts were refused. */
export async function signInFlood(origin) {
	const times = [];
	const answers = { refused: 0, checked: 0 };
	const { "CF-Connecting-IP": flooder } = newVisitor();
	const flood = [];
	const timer = setInterval(() => flood.push(attempt(flood.length)), 1000 / perSecond);
	for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
		const start = performance.now();
		const response = await fetch(`${origin}/domains/search`, { headers: newVisitor() });
		await response.arrayBuffer();
		times.push(performance.now() - start);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	clearInterval(timer);
	await Promise.all(flood);
	return { median: median(times), p95: quantile(times, 0.95), sent: flood.length, ...answers };

	async function attempt(number) {
		const response = await fetch(`${origin}/api/userauth/login`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Origin: origin, "CF-Connecting-IP": flooder },
			body: JSON.stringify({ email: `flood.${number}@example.com`, password: "a guess a guess", remember: false }),
		});
		await response.arrayBuffer();
		answers[response.status === 429 ? "refused" : "checked"] += 1;
	}
}
