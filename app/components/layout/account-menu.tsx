import { href } from "react-router";
import { Icon } from "../ui/icon";

/** Shown if the browser's account hint says that the visitor is signed in. The server checks access. */
export function AccountMenu() {
	return (
		<details name="site-menu" className="group relative hidden signed-in:block">
			<summary className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge/50 bg-surface px-3 font-semibold hover:border-ink sm:px-4">
				<Icon name="user" />
				<account-name suppressHydrationWarning className="max-w-28 truncate max-sm:sr-only" />
				<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
			</summary>
			<ul className="absolute end-0 top-full mt-2 w-56 rounded-card border border-line bg-surface p-2 shadow-float">
				<li>
					<a href={href("/dashboard")} className={item}>
						<Icon name="layout-dashboard" className="text-lake" />
						Dashboard
					</a>
				</li>
				<li>
					<SignOutForm />
				</li>
			</ul>
		</details>
	);
}

function SignOutForm() {
	return (
		<form method="post" action={href("/logout")}>
			<button type="submit" className={`${item} w-full`}>
				<Icon name="log-out" className="text-lake" />
				Sign out
			</button>
		</form>
	);
}

const item = "flex min-h-11 items-center gap-3 rounded-field px-3 font-medium hover:bg-lake-wash";
