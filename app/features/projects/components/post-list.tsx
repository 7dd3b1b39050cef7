import type { Post } from "../project-contents";
import { PostItem } from "./post-item";

/** @param posts newest first */
export function PostList({ posts }: { posts: readonly Post[] }) {
	if (posts.length === 0) return <p className="text-muted">No posts yet.</p>;
	return (
		<ol className="grid gap-4">
			{posts.map((post) => (
				<li key={post.id}>
					<PostItem post={post} />
				</li>
			))}
		</ol>
	);
}
