/** Scripts for pages with React. */
import { importWhenOnline } from "~/lib/import-script";
import "./frame";
import "./chat-widget";
import "./form-error";
import "./password-field";
import "./print-button";

if (!("popover" in HTMLElement.prototype)) importWhenOnline(() => import("./popovers"));
