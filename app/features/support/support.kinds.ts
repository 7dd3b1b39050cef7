import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { enquiryKinds, enquiryNames } from "./enquiry";

export const supportActivity = {
	"enquiry.sent": activityKind(
		z.object({ enquiry: z.enum(enquiryKinds), reference: z.string() }),
		({ enquiry, reference }) => `You sent us a ${enquiryNames[enquiry]} (${reference}).`,
	),
};
