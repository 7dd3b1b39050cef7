import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const dataExportActivity = {
	"data.exported": activityKind(z.object({}), () => "Downloaded all account data."),
};
