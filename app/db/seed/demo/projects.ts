import { membersOf } from "~/features/projects/team-members";
import { DAY, HOUR } from "~/lib/durations";
import { type Rows, type SomeRows, seedId } from "../rows";
import { demoUserId } from "./account";

interface Sample extends Pick<Row, "name" | "description" | "client" | "status" | "priority"> {
	/** Days. */
	dueIn: number;
	startedAgo: number;
	technologies: string[];
	team: string[];
	tasks: string[];
	/** Number of completed tasks, from the first. */
	done: number;
	/** Assignees by task. */
	assigned?: Readonly<Record<string, { id: string; name: string }>>;
}

type Row = Rows["projects"][number];

const samples: readonly Sample[] = [
	{
		name: "Duka online shop",
		description: "A shop with M-Pesa checkout, stock in two branches and delivery in Nairobi.",
		client: "Duka Moja",
		status: "in-progress",
		priority: "high",
		dueIn: 18,
		startedAgo: 120,
		technologies: ["React Router", "Cloudflare Workers", "D1"],
		team: ["neema", "juma", "achieng", "hassan"],
		tasks: [
			"Catalogue and search",
			"Cart and checkout",
			"M-Pesa payments",
			"Stock in two branches",
			"Delivery zones",
			"Launch checklist",
		],
		done: 5,
		assigned: { "Launch checklist": { id: "customer", name: "Amani Odhiambo" } },
	},
	{
		name: "Clinic appointments",
		description: "Patients book by phone or web; the front desk sees one calendar.",
		client: "Afya Clinic",
		status: "in-progress",
		priority: "medium",
		dueIn: 47,
		startedAgo: 65,
		technologies: ["TypeScript", "SMS gateway"],
		team: ["neema", "juma"],
		tasks: ["Booking calendar", "Phone bookings", "Text-message reminders", "Reports for the front desk", "Training"],
		done: 3,
		assigned: { "Reports for the front desk": { id: "juma", name: "Juma Mwangi" } },
	},
	{
		name: "School fees portal",
		description: "Parents see balances and pay in parts; the bursar reconciles in one place.",
		client: "Elimu Academy",
		status: "planned",
		priority: "low",
		dueIn: 110,
		startedAgo: 12,
		technologies: ["React", "PDF invoices"],
		team: ["achieng", "hassan"],
		tasks: [
			"Interviews with parents",
			"Data model",
			"First screens",
			"Payments in parts",
			"Reconciliation",
			"Pilot term",
		],
		done: 1,
	},
];

const firstId = seedId("prj", "demo", 0);

/** The discussion of the first project. */
const posts = [
	{
		authorId: null,
		authorName: "Neema Wafula",
		body: "The delivery zones are in: **Westlands**, **Kilimani** and **CBD**. Please check:\n\n- the fees\n- the hours\n\nThe list is at https://duka.example/zones.",
		hoursAgo: 50,
	},
	{
		authorId: demoUserId,
		authorName: "Amani Odhiambo",
		body: "Fees are right. Can *Kilimani* go until 20:00?",
		hoursAgo: 26,
	},
	{ authorId: null, authorName: "Juma Mwangi", body: "Done, set `zone.closes` to 20:00.", hoursAgo: 4 },
];

export function demoProjects(now: number): SomeRows {
	return {
		projects: samples.map(({ dueIn, startedAgo, tasks, done, assigned, team, ...project }, index) => ({
			id: seedId("prj", "demo", index),
			userId: demoUserId,
			...project,
			team: membersOf(team),
			progress: Math.round((100 * done) / tasks.length),
			dueAt: now + dueIn * DAY,
			createdAt: now - startedAgo * DAY,
			updatedAt: now - (index + 1) * DAY,
		})),
		projectPosts: posts.map(({ hoursAgo, ...post }, index) => ({
			id: seedId("pst", "demo", index),
			projectId: firstId,
			...post,
			createdAt: now - hoursAgo * HOUR,
		})),
		projectTasks: samples.flatMap(({ tasks, done, assigned = {} }, project) =>
			tasks.map((name, position) => ({
				id: seedId("tsk", "demo", project * 10 + position),
				projectId: seedId("prj", "demo", project),
				name,
				position,
				completed: position < done,
				assignee: assigned[name] ?? null,
			})),
		),
	};
}
