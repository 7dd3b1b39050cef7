export * from "./accounts";
export * from "./orders";
export * from "./outbox";
export * from "./payments";
export * from "./projects";
export * from "./sandbox";
export * from "./services";
export * from "./support";
