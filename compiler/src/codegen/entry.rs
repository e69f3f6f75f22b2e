//! Ways in for functions with many parameters: they read the arguments from memory and pass them on.

use cranelift_codegen::{
    ir::{AbiParam, Function, InstBuilder, MemFlagsData, Signature, types::I64},
    isa::TargetIsa,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

/// `(context, arguments, function) -> value`.
pub(super) fn signature(isa: &dyn TargetIsa) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.extend((0..3).map(|_| AbiParam::new(I64)));
    signature.returns.push(AbiParam::new(I64));
    signature
}

/// The way in for all functions with so many parameters.
pub(super) fn translate(
    isa: &dyn TargetIsa,
    params: usize,
    callee: Signature,
    target: &mut Function,
    builders: &mut FunctionBuilderContext,
) {
    let mut builder = FunctionBuilder::new(target, builders);
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    builder.seal_block(block);
    let [context, args, function] = *builder.block_params(block) else {
        unreachable!("the signature has three parameters")
    };
    let mut words = vec![context];
    for i in 0..params {
        words.push(builder.ins().load(I64, MemFlagsData::trusted(), args, i as i32 * 8));
    }
    let callee = builder.import_signature(callee);
    let call = builder.ins().call_indirect(callee, function, &words);
    let value = builder.inst_results(call)[0];
    builder.ins().return_(&[value]);
    builder.finalize(isa.frontend_config());
}
