/** The script of pages without React. */
import "./frame";
import "./cart-drawer";
import "./enquiry-form";
import "./next-page";
import "./profit-calculator";
import "./slide-carousel";
import { repeatEarlyClicks } from "./early-clicks";

repeatEarlyClicks();
