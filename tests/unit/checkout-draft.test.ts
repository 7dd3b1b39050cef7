import { expect, test } from "vitest";
import { createCheckoutDrafts } from "~/features/orders/checkout-draft.server";
import { MINUTE } from "~/lib/durations";
import { createSealer } from "~/lib/seal";

const contact = {
	firstName: "Amina",
	lastName: "Otieno",
	email: "amina@example.com",
	country: "Kenya",
	phone: "0712345678",
	address: "Moi Avenue 12",
	city: "Nairobi",
	taxPin: "A012345678Z",
};

test("a draft shows the address and phone without a sign-in for half an hour only", async () => {
	let now = Date.now();
	const sealer = createSealer(["a secret of at least thirty-two characters"], "checkout");
	const drafts = createCheckoutDrafts({ sealer, appOrigin: "https://kikoa.test", clock: () => now });
	const [cookie = ""] = (await drafts.header(contact)).split(";");
	const draft = await drafts.read(cookie);
	if (!draft) throw new Error("no draft");
	now += 29 * MINUTE;
	expect(drafts.forVisitor(draft)).toEqual(contact);
	now += 2 * MINUTE;
	const { firstName, lastName, email, country } = contact;
	expect(drafts.forVisitor(draft)).toEqual({ firstName, lastName, email, country });
	expect(draft.contact, "after the sign-in").toEqual(contact);
	expect(drafts.forVisitor({ contact }), "of an older release").toEqual({ firstName, lastName, email, country });
});
