import type { z } from 'zod';
import { readOptions } from '../../read-options.js';
import { readToolInvocations } from '../tool-call-accuracy/tool-invocations.js';
import { calledTool } from './about-called-tool.js';
import { quoted } from './check-result.js';
import { type CheckRun, createCheck } from './create-check.js';
import type { Given } from './create-text-checks.js';
import { type CheckedCall, calledNames, checkCalledTool, isInOrder } from './tool-checks.js';

export type CalledToolOptions = z.input<typeof calledTool.options>;

/**
 * 1 where the agent called a tool, as often as asked and with the arguments asked for, else 0.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createCalledToolCheck(given: Given<CalledToolOptions>, id: string = calledTool.id) {
  const options = readOptions(calledTool, given);
  const description = `Whether the agent called ${quoted(options.tool)}.`;
  return createCheck({ id, name: 'Called Tool', description }, (run) => {
    const { count, ...found } = checkCalledTool(callsOf(run), options);
    const { tool: toolName, times: expectedTimes } = options;
    return { ...found, shown: { toolName, expectedTimes, actualCount: count, passed: found.passed } };
  });
}

/** 1 where the agent did not call the tool, else 0. */
export function didNotCall(toolName: string) {
  const description = `Whether the agent did not call ${quoted(toolName)}.`;
  return createCheck({ id: 'check-did-not-call', name: 'Did Not Call', description }, (run) => {
    const count = callsOf(run).filter(({ name }) => name === toolName).length;
    const passed = count === 0;
    const reason = passed
      ? `${quoted(toolName)} was not called.`
      : `Expected no call of ${quoted(toolName)}, found ${count}.`;
    return { passed, reason, shown: { toolName, count, passed } };
  });
}

/** 1 where the tools were called in this order, whatever was called between, else 0. */
export function toolOrder(expectedOrder: readonly string[]) {
  const wanted = quoted(expectedOrder.join(', '));
  const description = `Whether the agent called ${wanted} in this order.`;
  return createCheck({ id: 'check-tool-order', name: 'Tool Order', description }, (run) => {
    const calls = callsOf(run);
    const actualTools = calls.map(({ name }) => name);
    const passed = isInOrder(actualTools, expectedOrder);
    const reason = `Expected calls of ${wanted} in this order, found ${calledNames(calls)}.`;
    return { passed, reason, shown: { actualTools, expectedOrder, passed } };
  });
}

/** 1 where the agent made at most so many tool calls, else 0. */
export function maxToolCalls(max: number) {
  const description = `Whether the agent made at most ${max} tool calls.`;
  return createCheck({ id: 'check-max-tool-calls', name: 'Max Tool Calls', description }, (run) => {
    const count = callsOf(run).length;
    const passed = count <= max;
    return { passed, reason: `${count} tool calls of at most ${max}.`, shown: { count, max, passed } };
  });
}

/** 1 where the agent called no tool, else 0. */
export function usedNoTools() {
  const description = 'Whether the agent called no tool.';
  return createCheck({ id: 'check-used-no-tools', name: 'Used No Tools', description }, (run) => {
    const calls = callsOf(run);
    const passed = calls.length === 0;
    const reason = `Expected no tool call, found ${passed ? 'none' : calledNames(calls)}.`;
    return { passed, reason, shown: { count: calls.length, passed } };
  });
}

/** 1 where no tool call threw, stayed without a result or gave an error, else 0. */
export function noToolErrors() {
  const description = 'Whether no tool call failed.';
  return createCheck({ id: 'check-no-tool-errors', name: 'No Tool Errors', description }, (run) => {
    const calls = callsOf(run);
    const failed = calls.filter((call) => call.failed);
    const passed = failed.length === 0;
    const reason = passed
      ? `None of ${calls.length} tool calls failed.`
      : `Expected no failed tool call, found failed ${calledNames(failed)}.`;
    return { passed, reason, shown: { errorCount: failed.length, totalCalls: calls.length, passed } };
  });
}

function callsOf(run: CheckRun): CheckedCall[] {
  return readToolInvocations(run.output).map(({ toolName, arguments: given, failed }) => ({
    name: toolName,
    arguments: given,
    failed,
  }));
}
