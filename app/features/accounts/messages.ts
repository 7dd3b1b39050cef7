/** What pages and API say alike after a success. None of them tells whether an address has an account. */
export const accountMessages = {
	registered: (email: string) => `We have sent a verification link to ${email}.`,
	signedIn: "You are signed in.",
	signedOut: "You are signed out.",
	verified: "Your email address is verified.",
	linkResent: (email: string) => `If ${email} still has to be verified, a new link is on its way.`,
	resetSent: (email: string) => `If ${email} has an account, a link to reset its password is on its way.`,
	passwordReset: "Password reset successful",
} as const;
