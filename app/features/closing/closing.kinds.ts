import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const closingActivity = {
	"account.closing": activityKind(z.object({}), () => "Requested to close the account."),
	"account.kept": activityKind(z.object({}), () => "Cancelled closing the account."),
};
