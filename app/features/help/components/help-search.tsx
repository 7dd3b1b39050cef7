import { href } from "react-router";
import { searchButton, searchFrame, searchInput } from "~/components/forms/search-frame";
import { Icon } from "~/components/ui/icon";

/** The search box of the help. A plain form, so it works without script. */
export const HelpSearch = ({ query = "" }: { query?: string }) => (
	<search>
		<form action={href("/help")} className="max-w-3xl">
			<div className={searchFrame}>
				<label htmlFor="help-search" className="sr-only">
					Search the help
				</label>
				<input
					id="help-search"
					name="q"
					type="search"
					defaultValue={query}
					required
					maxLength={100}
					enterKeyHint="search"
					placeholder="M-Pesa"
					className={searchInput}
				/>
				<button type="submit" className={searchButton}>
					<Icon name="search" />
					Search
				</button>
			</div>
		</form>
	</search>
);
