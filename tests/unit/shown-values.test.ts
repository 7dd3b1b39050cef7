import { expect, test } from "vitest";
import { mergeProject, projectValues, shownProject } from "~/features/projects/project-form";
import { mergeShown, readShown, shownField, writeShown } from "~/lib/shown-values";

const shown = { name: "Duka", client: "Moja", notes: "one\ntwo" };

test("what a form did not touch stays as it has become elsewhere", () => {
	const sent = { name: "Duka Kuu", client: "Moja", notes: "one\r\ntwo" };
	const present = { name: "Duka", client: "Mbili", notes: "three" };
	const merged = mergeShown({ sent, shown, present });
	expect(merged).toMatchObject({ ok: true, value: { name: "Duka Kuu", client: "Mbili", notes: "three" } });
});

test("what was changed here and elsewhere is asked about once, and kept when it is sent again", () => {
	const sent = { name: "Duka Kuu", client: "", notes: "one\ntwo" };
	const present = { name: "Duka Ndogo", client: "Mbili", notes: "three" };
	const first = mergeShown({ sent, shown, present });
	expect(first).toMatchObject({
		ok: false,
		error: { kind: "conflict", fields: { name: expect.stringContaining("“Duka Ndogo”"), client: expect.anything() } },
	});
	expect(Object.keys((!first.ok && first.error.fields) || {})).toEqual(["name", "client"]);
	const again = mergeShown({ sent, shown: first.shown, present });
	expect(again).toMatchObject({ ok: true, value: { name: "Duka Kuu", client: "", notes: "three" } });
});

test("two tabs that make the same change do not stand in each other's way", () => {
	const sent = { ...shown, name: "Duka Kuu" };
	expect(mergeShown({ sent, shown, present: sent })).toMatchObject({ ok: true, value: sent });
});

test.each([undefined, "", "{", "null", "[]", '{"name":1}', `{"name":"${"x".repeat(20_000)}"}`])(
	"a form that says %j of what it showed counts whole",
	(text) => {
		const form = new FormData();
		if (text !== undefined) form.set(shownField, text);
		const said = readShown(form, ["name", "client", "notes"]);
		expect(said).toEqual({});
		const sent = { ...shown, name: "Duka Kuu" };
		expect(mergeShown({ sent, shown: said, present: { ...shown, name: "Other" } })).toMatchObject({ value: sent });
	},
);

const project: Parameters<typeof mergeProject>[1] = {
	name: "Duka",
	description: "",
	client: "",
	status: "planned",
	priority: "medium",
	dueAt: Date.UTC(2028, 1, 29, 12),
	technologies: ["D1"],
	team: [{ id: "neema", name: "Neema Wafula", role: "Project lead" }],
};

function openedForm(typed: Record<string, string>) {
	const opened = shownProject(projectValues(project));
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...opened, ...typed, [shownField]: writeShown(opened) }))
		form.set(name, value);
	return form;
}

test("a customer's old form of a project does not take back what our team changed", () => {
	const present = { ...project, status: "in-progress" as const, technologies: ["D1", "Hono"], team: [] };
	const renamed = mergeProject(openedForm({ name: "Duka Kuu" }), present);
	expect(renamed).toMatchObject({
		value: { name: "Duka Kuu", status: "in-progress", technologies: "D1, Hono", dueDate: "2028-02-29", team: [""] },
	});
	const held = mergeProject(openedForm({ status: "on-hold" }), present);
	expect(held).toMatchObject({ error: { fields: { status: expect.stringContaining("“In Progress”") } } });
});
