import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { Webmail } from "../webmail";

export function EmailSent({ children, webmail }: { children: ReactNode; webmail: Webmail | null }) {
	return (
		<div className="grid gap-5">
			<div className="flex items-start gap-4">
				<span className="flex size-12 flex-none items-center justify-center rounded-full bg-lake-wash text-lake">
					<Icon name="mail" size={24} />
				</span>
				<div className="grid gap-2" role="status">
					{children}
				</div>
			</div>
			{webmail && (
				<ButtonLink href={webmail.href} variant="secondary" rel="noreferrer">
					Open {webmail.name}
				</ButtonLink>
			)}
		</div>
	);
}
