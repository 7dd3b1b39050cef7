import type { Member } from "./project";

/** Who of us can be asked to work on a project. */
export const crew: readonly Member[] = [
	{ id: "neema", name: "Neema Wafula", role: "Project lead" },
	{ id: "juma", name: "Juma Mwangi", role: "Developer" },
	{ id: "achieng", name: "Achieng Otieno", role: "Designer" },
	{ id: "hassan", name: "Hassan Ali", role: "Tester" },
];

/** The chosen ones, in the crew's order; ids that nobody has are left out. */
export const membersOf = (ids: readonly string[]): Member[] => crew.filter(({ id }) => ids.includes(id));

export const memberOf = (id: string): Member | undefined => crew.find((member) => member.id === id);
