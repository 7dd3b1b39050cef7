import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import { requireStaff } from "~/middleware/require-staff";
import { action, loader } from "~/routes/desk/sign-in";
import { aClient } from "../support/accounts";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { aMember, aSignedInMember, deskArgs, staffCode, statusOf } from "../support/staff";

type Member = Awaited<ReturnType<typeof aMember>>;

let member: Member;

// One hash for all tests.
beforeAll(async () => {
	member = await aMember(["owner"], { password: testPassword });
});

/** Someone else with the same password. */
const another = (fields: Parameters<typeof aMember>[1] = {}) =>
	aMember(["owner"], { passwordHash: member.passwordHash, ...fields });

/** Sends a form to the sign-in page. */
async function submit(form: Record<string, string>, { cookie = "", next = "", services = testServices() } = {}) {
	const address = `/desk/sign-in${next && `?next=${encodeURIComponent(next)}`}`;
	const answer = await action(deskArgs({ services, cookie: cookie || undefined, address, form }) as never);
	await services.settle();
	return answer as unknown;
}

async function challengeOf(who: Member, password = testPassword): Promise<string> {
	const answer = (await submit({ email: who.email, password })) as { challenge?: string };
	if (!answer.challenge) throw new Error(JSON.stringify(answer));
	return answer.challenge;
}

const tokenOf = (answer: unknown) =>
	/__Host-staff=([^;]+)/.exec((answer as Response).headers.get("Set-Cookie") ?? "")?.[1];

const sessionsOf = async (who: Member) =>
	(
		await env.DB.prepare("select count(*) as n from staff_sessions where staff_id = ?")
			.bind(who.id)
			.first<{ n: number }>()
	)?.n;

test("the right password and code start a session, which the audit log records", async () => {
	const challenge = await challengeOf(member);
	expect(await sessionsOf(member), "the password alone").toBe(0);
	const answer = (await submit({ challenge, code: staffCode(Date.now()) }, { next: "/desk/account?x=1" })) as Response;
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/desk/account?x=1"]);
	expect(answer.headers.get("Set-Cookie")).toMatch(/__Host-staff=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure/);
	expect(await sessionsOf(member)).toBe(1);
	const { db } = testServices();
	const [entry] = await db.read(db.orm.select().from(auditLog).where(eq(auditLog.subjectId, member.id)));
	expect(entry).toMatchObject({
		kind: "staff.signed_in",
		params: { with: "code" },
		staffName: "Wanjiku Kamau",
	});
});

test("a member without a second step gets no session", async () => {
	const bare = await another({ totpSecret: null, totpSince: null });
	const answer = await submit({ email: bare.email, password: testPassword });
	expect(answer).toMatchObject({ data: { failure: { code: "second_step_missing" } } });
	expect(await sessionsOf(bare)).toBe(0);
});

test("a wrong password, an unknown address, an invited and a disabled member get the same answer", async () => {
	const [invited, disabled] = [
		await another({ status: "invited", passwordHash: null }),
		await another({ status: "disabled" }),
	];
	const customer = await aCustomer({ passwordHash: member.passwordHash ?? "" });
	const answers = await Promise.all([
		submit({ email: member.email, password: "not this one" }),
		submit({ email: "nobody@kikoa.test", password: testPassword }),
		submit({ email: invited.email, password: testPassword }),
		submit({ email: disabled.email, password: testPassword }),
		submit({ email: customer.email, password: testPassword }),
	]);
	for (const answer of answers)
		expect(answer).toMatchObject({
			init: { status: 401 },
			data: { failure: { message: "Wrong email or password." }, values: { challenge: undefined } },
		});
});

test("an unknown address takes as many hashes as a known one", async () => {
	const hashed: string[] = [];
	const { passwords } = testServices();
	const counting = {
		...passwords,
		verify: (...args: Parameters<typeof passwords.verify>) => {
			hashed.push("verify");
			return passwords.verify(...args);
		},
		simulateVerify: (password: string) => {
			hashed.push("simulate");
			return passwords.simulateVerify(password);
		},
	};
	const services = () => testServices({ passwords: counting });
	await submit({ email: member.email, password: "not this one" }, { services: services() });
	await submit({ email: "nobody-else@kikoa.test", password: "not this one" }, { services: services() });
	expect(hashed).toEqual(["verify", "simulate"]);
});

test("a member who is disabled after the password gets no session", async () => {
	const person = await another();
	const challenge = await challengeOf(person);
	await env.DB.prepare("update staff set status = 'disabled' where id = ?").bind(person.id).run();
	expect(statusOf(await submit({ challenge, code: staffCode(Date.now()) }))).toBe(401);
	expect(await sessionsOf(person)).toBe(0);
});

test("a code and a challenge work once, also at the same time", async () => {
	const person = await another();
	const [one, two] = [await challengeOf(person), await challengeOf(person)];
	const code = staffCode(Date.now());
	const answers = await Promise.all([one, one, two].map((challenge) => submit({ challenge, code })));
	expect(answers.filter((answer) => statusOf(answer) === 303)).toHaveLength(1);
	expect(await sessionsOf(person)).toBe(1);
});

test("wrong codes are limited", async () => {
	const person = await another();
	const challenge = await challengeOf(person);
	const answers = await Promise.all(Array.from({ length: 8 }, () => submit({ challenge, code: "not one" })));
	expect(answers.filter((answer) => statusOf(answer) === 401)).toHaveLength(5);
	expect(statusOf(await submit({ challenge, code: staffCode(Date.now()) }))).toBe(429);
});

test("a customer's challenge does not sign in at the desk, and the other way round", async () => {
	const person = await another();
	const services = testServices();
	const ofCustomer = await services.accounts.login(
		{ email: person.email, password: testPassword, remember: false },
		aClient(),
		null,
	);
	expect(ofCustomer, "staff are no customers").toMatchObject({ error: { message: "Wrong email or password." } });
	const challenge = await challengeOf(person);
	const finished = await services.accounts.finishSignIn({ challenge, code: staffCode(Date.now()) }, aClient(), null);
	expect(finished).toMatchObject({ error: { code: "challenge_void" } });
});

test("a session that the browser had before does not survive the sign-in", async () => {
	const person = await another();
	const planted = await aSignedInMember(["support"]);
	const challenge = await challengeOf(person);
	const answer = await submit({ challenge, code: staffCode(Date.now()) }, { cookie: planted.cookie });
	expect(tokenOf(answer)).not.toBe(planted.token);
	expect(await sessionsOf(planted.member)).toBe(0);
	const { staff } = testServices();
	const viewer = staff.sessions.viewer({ cookie: planted.cookie, client: aClient(), requestId: "" });
	expect(await viewer.member()).toBeNull();
});

test.each(["//evil.example/desk", "https://evil.example", "/dashboard", "/deskx", "/desk/../login", "\\\\evil"])(
	"next=%s leads to the desk",
	async (next) => {
		const { cookie } = await aSignedInMember(["owner"]);
		const address = `/desk/sign-in?next=${encodeURIComponent(next)}`;
		const answer = await loader(deskArgs({ cookie, address }) as never).catch((thrown: unknown) => thrown);
		expect((answer as Response).headers.get("Location")).toBe("/desk");
	},
);

test("a customer's cookie is nothing at the desk, and a desk's cookie is nothing in the portal", async () => {
	const { token } = await aSession(await aCustomer());
	const services = testServices();
	const staffToken = (await aSignedInMember(["owner"])).token;
	const viewer = services.staff.sessions.viewer({ cookie: `__Host-staff=${token}`, client: aClient(), requestId: "" });
	expect(await viewer.member()).toBeNull();
	const own = services.staff.sessions.viewer({ cookie: `__Host-session=${token}`, client: aClient(), requestId: "" });
	expect(own.session).toBeNull();
	expect(await services.sessions.viewer({ cookie: `__Host-session=${staffToken}` }).customer()).toBeNull();
	expect(await services.sessions.viewer({ cookie: null, authorization: `Bearer ${staffToken}` }).customer()).toBeNull();
	expect(services.sessions.viewer({ cookie: `__Host-staff=${staffToken}` }).owner).toBeNull();
});

async function visit(cookie: string | undefined, form?: Record<string, string>) {
	const args = deskArgs({ cookie, address: "/desk/settings/staff?q=a", ...(form && { form }) });
	let ran = false;
	const next = async () => {
		ran = true;
		return new Response("a page");
	};
	const answer = await Promise.resolve(requireStaff(args as never, next)).catch((thrown: unknown) => thrown);
	return { status: statusOf(answer), location: answer instanceof Response && answer.headers.get("Location"), ran };
}

test("without a cookie the desk is a 404, with an ended session it asks to sign in", async () => {
	expect(await visit(undefined)).toMatchObject({ status: 404, ran: false });
	const ended = `__Host-staff=${"x".repeat(43)}`;
	expect(await visit(ended)).toMatchObject({
		status: 302,
		location: "/desk/sign-in?next=%2Fdesk%2Fsettings%2Fstaff%3Fq%3Da",
	});
	expect(await visit(ended, { intent: "roles" }), "its form").toMatchObject({ status: 401, ran: false });
	expect(await visit((await aSignedInMember(["owner"])).cookie)).toMatchObject({ status: 200, ran: true });
});

test("another site's form does not reach the desk", async () => {
	const { cookie, member: target } = await aSignedInMember(["owner"]);
	const sent = await exports.default.fetch(
		new Request(`https://kikoa.test/desk/settings/staff/${target.id}`, {
			method: "POST",
			headers: { Cookie: cookie, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
			body: new URLSearchParams({ intent: "disable" }),
		}),
	);
	expect(sent.status).toBe(403);
});

test("a session ends 30 minutes after its last use", async () => {
	const person = await another();
	const answer = await submit({ challenge: await challengeOf(person), code: staffCode(Date.now()) });
	const cookie = `__Host-staff=${tokenOf(answer)}`;
	const seenAt = async (minutes: number) => {
		const services = testServices({ clock: () => Date.now() + minutes * MINUTE });
		const viewer = services.staff.sessions.viewer({ cookie, client: aClient(), requestId: "" });
		const found = await viewer.member();
		await viewer.keepAlive();
		return found !== null;
	};
	expect([await seenAt(29), await seenAt(58), await seenAt(89)]).toEqual([true, true, false]);
});
