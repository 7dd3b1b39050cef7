import { href } from "react-router";

/** Where to sign in for a page: at the desk for the team's pages, else as a customer. */
export const signInPage = (pathname: string): string =>
	/^\/desk(\/|$|\?)/.test(pathname) ? href("/desk/sign-in") : href("/login");
