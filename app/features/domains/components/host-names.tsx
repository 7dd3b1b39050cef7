import { Fragment } from "react";

/** A host name that wraps before a dot, if it is too long for its line. */
export const HostName = ({ host }: { host: string }) =>
	host.split(".").map((label, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: A label may occur twice, and its place never changes.
		<Fragment key={index}>
			{index > 0 && (
				<>
					<wbr />.
				</>
			)}
			{label}
		</Fragment>
	));

/** Nameservers, each on its own line. */
export const HostNames = ({ hosts }: { hosts: readonly string[] }) => (
	<span className="block wrap-anywhere">
		{hosts.map((host) => (
			<span key={host} className="block">
				<HostName host={host} />
			</span>
		))}
	</span>
);
