import { usd } from "~/lib/money";

/** The reseller page's example, with the price list's figures in dollars. */
export const resellerExample = {
	maxMarginPercent: 70,
	plansSold: 25,
	pricePerPlan: usd(999),
	costPerPlan: usd(300),
	monthlyProfit: usd(17_475),
	annualProfit: usd(209_700),
} as const;
