import { Badge } from "~/components/ui/badge";
import { Fact, Facts } from "~/components/ui/fact";
import { Heading } from "~/components/ui/heading";
import { TitledSection } from "~/components/ui/titled-section";
import type { ProjectRow } from "../project-row";
import { Team } from "./team";

export function ProjectFacts({ project }: { project: ProjectRow }) {
	const { description, priority, started, due, technologies, team } = project;
	return (
		<TitledSection title="Details" size="xs">
			{description && <p className="max-w-measure whitespace-pre-line break-words">{description}</p>}
			<Facts>
				<Fact term="Priority">{priority}</Fact>
				<Fact term="Started">{started}</Fact>
				<Fact term="Due">{due}</Fact>
			</Facts>
			{technologies.length > 0 && (
				<ul className="flex flex-wrap gap-2" aria-label="Technologies">
					{technologies.map((technology) => (
						<li key={technology} className="max-w-full">
							<Badge tone="neutral" className="max-w-full whitespace-normal! wrap-anywhere">
								{technology}
							</Badge>
						</li>
					))}
				</ul>
			)}
			<div className="grid gap-2">
				<Heading level={3} size="xs">
					Team
				</Heading>
				{team.length === 0 ? (
					<p className="text-muted">We choose the team when the project starts. To ask for someone, select Edit.</p>
				) : (
					<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
						<Team members={team} />
						<ul className="flex flex-wrap gap-x-4 text-sm">
							{team.map(({ id, name, role }) => (
								<li key={id}>
									{name} <span className="text-muted">{role}</span>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</TitledSection>
	);
}
