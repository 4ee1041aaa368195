/*
 * Copyright 2021 Example.
 */

/**
 * Handles payments.
 *
 * <p>Start at {@link org.example.pay.Gateway}.
 */
@NonNullApi
@org.example.Layer("core")
package org.example.pay;

import org.example.NonNullApi;
