/** How long an open invoice is overdue. The first is not due yet, each other one covers 30 days, the last all that is older. */
export const ages = [
	"Not due yet",
	"Up to 30 days overdue",
	"31 to 60 days",
	"61 to 90 days",
	"More than 90 days",
] as const;
