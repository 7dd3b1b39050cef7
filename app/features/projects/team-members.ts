import type { Member } from "./project";

/** Members of our team who can work on a project. */
export const teamMembers: readonly Member[] = [
	{ id: "neema", name: "Neema Wafula", role: "Project lead" },
	{ id: "juma", name: "Juma Mwangi", role: "Developer" },
	{ id: "achieng", name: "Achieng Otieno", role: "Designer" },
	{ id: "hassan", name: "Hassan Ali", role: "Tester" },
];

/** The members with these ids, in the order of the team. Leaves out unknown ids. */
export const membersOf = (ids: readonly string[]): Member[] => teamMembers.filter(({ id }) => ids.includes(id));

export const memberOf = (id: string): Member | undefined => teamMembers.find((member) => member.id === id);
