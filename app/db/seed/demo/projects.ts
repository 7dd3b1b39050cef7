import { DAY, type Rows, type SomeRows, seedId } from "../rows";
import { demoUserId } from "./account";

const neema = { id: "neema", name: "Neema Wafula", role: "Project lead" };
const juma = { id: "juma", name: "Juma Mwangi", role: "Developer" };
const achieng = { id: "achieng", name: "Achieng Otieno", role: "Designer" };
const hassan = { id: "hassan", name: "Hassan Ali", role: "Tester" };

interface Sample extends Pick<Row, "name" | "description" | "client" | "status" | "priority" | "progress"> {
	/** Days. */
	dueIn: number;
	startedAgo: number;
	technologies: string[];
	team: Row["team"];
	tasks: string[];
	/** How many of the tasks, from the first. */
	done: number;
}

type Row = Rows["projects"][number];

const samples: readonly Sample[] = [
	{
		name: "Duka online shop",
		description: "A shop with M-Pesa checkout, stock in two branches and delivery in Nairobi.",
		client: "Duka Moja",
		status: "in-progress",
		priority: "high",
		progress: 85,
		dueIn: 18,
		startedAgo: 120,
		technologies: ["React Router", "Cloudflare Workers", "D1"],
		team: [neema, juma, achieng, hassan],
		tasks: ["Catalogue and search", "Cart and checkout", "M-Pesa payments", "Delivery zones", "Launch checklist"],
		done: 3,
	},
	{
		name: "Clinic appointments",
		description: "Patients book by phone or web; the front desk sees one calendar.",
		client: "Afya Clinic",
		status: "in-progress",
		priority: "medium",
		progress: 60,
		dueIn: 47,
		startedAgo: 65,
		technologies: ["TypeScript", "SMS gateway"],
		team: [neema, juma],
		tasks: ["Booking calendar", "Text-message reminders", "Reports for the front desk"],
		done: 2,
	},
	{
		name: "School fees portal",
		description: "Parents see balances and pay in parts; the bursar reconciles in one place.",
		client: "Elimu Academy",
		status: "planned",
		priority: "low",
		progress: 15,
		dueIn: 110,
		startedAgo: 12,
		technologies: ["React", "PDF invoices"],
		team: [achieng, hassan],
		tasks: ["Interviews with parents", "Data model", "First screens"],
		done: 1,
	},
];

export function demoProjects(now: number): SomeRows {
	return {
		projects: samples.map(({ dueIn, startedAgo, tasks, done, ...project }, index) => ({
			id: seedId("prj", "demo", index),
			userId: demoUserId,
			...project,
			dueAt: now + dueIn * DAY,
			createdAt: now - startedAgo * DAY,
			updatedAt: now - (index + 1) * DAY,
		})),
		projectTasks: samples.flatMap(({ tasks, done }, project) =>
			tasks.map((name, position) => ({
				id: seedId("tsk", "demo", project * 10 + position),
				projectId: seedId("prj", "demo", project),
				name,
				position,
				completed: position < done,
			})),
		),
	};
}
