import { Outlet, useLocation } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { BackLink } from "~/components/ui/back-link";
import { LinkTabs } from "~/components/ui/link-tabs";
import { settingsTabOf, settingsTabs } from "~/portal-pages";

/** Layout of the settings pages: tabs, and a back link on sub-pages. */
export default function SettingsLayout() {
	const { pathname } = useLocation();
	const tab = settingsTabOf(pathname);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Account Settings" />
			<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
				<LinkTabs label="Settings" tabs={settingsTabs} current={tab?.id ?? ""} />
				{tab && pathname !== tab.href && <BackLink to={tab.href}>{tab.label}</BackLink>}
			</div>
			<Outlet />
		</div>
	);
}
