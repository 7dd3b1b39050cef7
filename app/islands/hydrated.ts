/** Scripts for pages with React. */
import "./frame";
import "./form-error";
import "./password-field";
