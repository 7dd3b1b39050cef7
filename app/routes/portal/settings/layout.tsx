import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import type { PortalFrame } from "~/components/layout/portal/portal-frame";
import { BackLink } from "~/components/ui/back-link";
import { LinkTabs } from "~/components/ui/link-tabs";
import { settingsTabOf, settingsTabs } from "~/portal-pages";

/** Layout of the settings pages: the tabs that the reader may see, and a back link on sub-pages. */
export default function SettingsLayout() {
	const { pathname } = useLocation();
	const tab = settingsTabOf(pathname);
	const visible = useRouteLoaderData<PortalFrame>("routes/portal/layout")?.acting?.settings;
	const tabs = settingsTabs.filter(({ href }) => !visible || visible.includes(href));
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Account Settings" />
			<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
				<LinkTabs label="Settings" tabs={tabs} current={tab?.id ?? ""} />
				{tab && pathname !== tab.href && <BackLink to={tab.href}>{tab.label}</BackLink>}
			</div>
			<Outlet />
		</div>
	);
}
