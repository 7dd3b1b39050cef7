import { expect, test } from "vitest";
import { fileRow } from "~/features/customers/customer-view";
import { may as allows } from "~/features/staff/permissions";
import { loader as ticketFileLoader } from "~/routes/desk/ticket-file";
import { deskRows } from "../support/desk-rows";
import { aCustomer, testServices } from "../support/factories";
import { aSignedInMember, deskArgs } from "../support/staff";

test("the files of a customer's tickets, projects and jobs are in one list, for whoever may see what they belong to", async () => {
	const rows = await deskRows();
	const { customerId = "" } = rows("customer-files");
	const listed = async (roles: Parameters<typeof aSignedInMember>[0]) => {
		const { session, cookie } = await aSignedInMember(roles);
		const { items } = await testServices().customers.files(session, customerId, {});
		return { cookie, files: items.map(fileRow) };
	};
	const owner = await listed(["owner"]);
	expect([...new Set(owner.files.map(({ label }) => label))].sort()).toEqual(["Order", "Project", "Ticket"]);
	const named = ["ticket", "project", "job"].map((of) => rows(`${of}-file`).fileId);
	expect(owner.files.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
	const [ticketFile] = owner.files.filter(({ label }) => label === "Ticket");
	const [, , , ticketId = "", , fileId = ""] = (ticketFile?.file ?? "").split("/");
	const address = ticketFile?.file ?? "";
	const file = await ticketFileLoader(
		deskArgs({ cookie: owner.cookie, address, params: { ticketId, fileId } }) as never,
	);
	expect(file.status).toBe(200);
	const other = await aCustomer();
	const { session } = await aSignedInMember(["owner"]);
	expect((await testServices().customers.files(session, other.id, {})).items).toEqual([]);
	for (const role of ["finance", "catalogue"] as const) {
		const seen = new Set((await listed([role])).files.map(({ label }) => label));
		const may = { Ticket: "tickets.view", Project: "projects.view", Order: "services.view" } as const;
		for (const label of ["Ticket", "Project", "Order"] as const)
			expect(seen.has(label), `${role} ${label}`).toBe(allows([role], may[label]));
	}
});
