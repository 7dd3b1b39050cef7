/** Scripts for pages with React. */
import { importWhenOnline } from "~/lib/import-script";
import "./frame";
import "./form-error";
import "./password-field";

if (!("popover" in HTMLElement.prototype)) importWhenOnline(() => import("./popovers"));
