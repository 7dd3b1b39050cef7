import { Link, useSearchParams } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { SubmitButton } from "~/components/forms/submit";
import { TitledSection } from "~/components/ui/titled-section";
import { withParams } from "~/lib/address";
import type { Post } from "../project-contents";
import { PostField } from "./post-field";
import { PostList } from "./post-list";

interface DiscussionProps {
	projectId: string;
	/** Number of unread posts of our team. */
	unread: number;
	/** Newest first. */
	posts: readonly Post[];
	/** Cursor of the next page, with earlier posts. */
	earlier: string | null;
}

export function Discussion({ projectId, unread, posts, earlier }: DiscussionProps) {
	const [params] = useSearchParams();
	return (
		<TitledSection title="Discussion" size="xs">
			<ChangeForm change={{ intent: "add-post", projectId }} resetOnSuccess className="grid gap-2">
				{({ busy, failure, values }) => (
					<>
						<PostField label="Write to the team" rows={3} value={values?.body} error={failure?.message} />
						<SubmitButton busy={busy} busyText="Posting..." className="justify-self-start">
							Post
						</SubmitButton>
					</>
				)}
			</ChangeForm>
			{unread > 0 && (
				<ChangeForm change={{ intent: "read-posts", projectId }} className="flex flex-wrap items-center gap-x-4">
					{({ busy, failure }) => (
						<>
							<p>{unread === 1 ? "One message is new." : `${unread} messages are new.`}</p>
							<button type="submit" disabled={busy} className="link min-h-11">
								Mark as read
							</button>
							<ChangeError failure={failure} />
						</>
					)}
				</ChangeForm>
			)}
			<PostList posts={posts} />
			{(params.has("posts") || earlier) && (
				<p className="flex flex-wrap gap-4">
					{params.has("posts") && (
						<Link to={withParams(params, { posts: null })} preventScrollReset className="link">
							Newest posts
						</Link>
					)}
					{earlier && (
						<Link to={withParams(params, { posts: earlier })} preventScrollReset className="link">
							Earlier posts
						</Link>
					)}
				</p>
			)}
		</TitledSection>
	);
}
