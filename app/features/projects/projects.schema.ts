import { z } from "zod";
import { projectStatuses } from "./project";

export const projectListSchema = z.object({
	status: z.enum(projectStatuses).optional().catch(undefined),
	q: z.string().trim().max(100).catch(""),
	after: z.string().max(600).optional().catch(undefined),
	open: z.string().max(64).optional().catch(undefined),
});

export type ProjectListQuery = z.infer<typeof projectListSchema>;

const line = (most: number) =>
	z
		.string()
		.max(most * 4)
		.transform((value) => value.normalize("NFC").replace(/\s+/g, " ").trim())
		.pipe(z.string().max(most, `Use at most ${most} characters.`));

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`);

/** The form of a new project; unknown fields are left out. */
export const newProjectSchema = z.object({
	name: line(100).refine((value) => value !== "", "Give the project a name."),
	description: text(2_000).default(""),
	client: line(100).default(""),
	/** Noon UTC of the day that was chosen: the same day in every zone of the account settings. */
	dueDate: z
		.union([
			z.literal("").transform(() => null),
			z.iso.date("Choose a day.").transform((day) => Date.parse(`${day}T12:00Z`)),
		])
		.default(null),
	priority: z.enum(["high", "medium", "low"], { error: "Choose a priority." }).default("medium"),
	technologies: text(300)
		.default("")
		.transform((list) =>
			[
				...new Set(
					list
						.split(",")
						.map((item) => item.trim())
						.filter(Boolean),
				),
			].slice(0, 20),
		),
});

export type NewProject = z.output<typeof newProjectSchema>;
